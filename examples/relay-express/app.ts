import process from "node:process";
import express from "express";
import { toNodeHandler } from "payments-sdk/relay";
import { platformOf } from "./platform.js";

export const app = express();

// Before the application's own body parsers: the relay takes the bytes as they came, and keeps its own limits.
const relay = toNodeHandler((request) => platformOf(process.env).relay(request));
const signIn = toNodeHandler((request) => platformOf(process.env).signIn(request));
app.use("/wallet", relay);
app.post("/sign-in", signIn);
