import process from "node:process";
import { Hono } from "hono";
import { platformOf } from "./platform.js";

export const app = new Hono();
app.all("/wallet/*", ({ req }) => platformOf(process.env).relay(req.raw));
app.post("/sign-in", ({ req }) => platformOf(process.env).signIn(req.raw));
