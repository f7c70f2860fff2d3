import { hydrate } from "svelte";
import { readTemplate } from "../template.js";
import App from "./App.svelte";

const { element, user } = readTemplate();
hydrate(App, { target: element, props: { initialUser: user } });
