import process from "node:process";
import express from "express";
import { receive } from "./webhooks.js";

export const app = express();

// `express.raw` keeps the bytes unchanged. It must come before `express.json()`, which would parse them.
app.post("/webhooks", express.raw({ type: () => true, limit: "1mb" }), async (request, response) => {
  response.sendStatus(await receive(request.body, request.headers, process.env));
});

app.use(express.json());
app.post("/orders", (request, response) => {
  response.status(201).json(request.body);
});
