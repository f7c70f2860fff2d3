import process from "node:process";
import { positive } from "../postgres/environment";

/** What an operator can set. All processes of one database need the same values. */
export const settings = {
  /** The port of the inbox. 0 takes a free one. */
  port: Number(process.env["BOOKS_PORT"] ?? 3000),
  /** Requests to the service per second, of all processes together. */
  rate: positive("BOOKS_RATE", 20),
  /** Jobs under way at once, for each worker. */
  concurrency: positive("BOOKS_CONCURRENCY", 2),
  /** When a sweep starts, as a cron expression. `never` leaves it to `npm run sweep`. */
  sweepCron: process.env["BOOKS_SWEEP"] ?? "*/5 * * * *",
  /** How far a sweep looks back before the last mark. */
  overlapSeconds: positive("BOOKS_OVERLAP", 86_400),
  /** If a worker is silent for this time, its job goes to another worker. Longer than a job may take. Whole seconds. */
  expireSeconds: positive("BOOKS_EXPIRE", 120),
  /** How often the queue looks for silent workers. */
  superviseSeconds: positive("BOOKS_SUPERVISE", 10),
};
