import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { readTemplate } from "../template.js";
import { App } from "./app.js";

const { element, user } = readTemplate();
hydrateRoot(
  element,
  <StrictMode>
    <App user={user} />
  </StrictMode>,
);
