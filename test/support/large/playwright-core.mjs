import { createRequire } from "node:module";

export const { chromium } = createRequire(import.meta.url)("playwright-core");
