import process from "node:process";
import express from "express";
import { toNodeHandler } from "payments-sdk/relay";
import { platformOf } from "./platform.js";

export const app = express();

// Mounted before the body parsers of the application. The relay reads the raw bytes and has its own limits.
const relay = toNodeHandler((request) => platformOf(process.env).relay(request));
const signIn = toNodeHandler((request) => platformOf(process.env).signIn(request));
app.use("/wallet", relay);
app.post("/sign-in", signIn);
