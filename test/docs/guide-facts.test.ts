import { API_VERSION, PaymentsClient } from "payments-sdk";
import { sandboxValues, Wallet } from "payments-sdk/wallet";
import { verifyWebhook, webhookRouter } from "payments-sdk/webhooks";
import { describe, expect, it, vi } from "vitest";
import { resolveConfig } from "../../src/config/client-options";
import { defaultRetryDelay } from "../../src/core/call-defaults";
import { createClient, fakeFetch, json, refusal } from "../core/client";
import { createSimulator } from "../support/world";
import { blocksOf } from "./blocks/extract";
import { filesIn, readProjectFile } from "./source-files";
import type { RetryEvent } from "../../src/core/types";

const guide = (name: string) => readProjectFile(`docs/guides/${name}.md`);

/** The text of a guide without its code, on one line. */
function proseOf(name: string): string {
  const lines = guide(name).split("\n");
  for (const { line, code } of blocksOf(name, guide(name))) {
    lines.fill("", line - 1, line - 1 + code.split("\n").length - 1);
  }
  return lines.join(" ").replaceAll(/\s+/g, " ");
}

/** The guides with numbers that this file checks. */
const GUIDES = [
  "getting-started",
  "money-safety",
  "pagination",
  "webhooks",
  "testing-your-integration",
  "embedded-wallets",
  "proxies-and-custom-cas",
  "observability",
  "going-to-production",
  "moving-over",
  "troubleshooting",
];

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
const word = (count: number) => WORDS[count] ?? String(count);

/** The attempts that a default client makes for a failing call. */
async function attempts(): Promise<number> {
  const { fetch, calls } = fakeFetch(() => refusal(500));
  await createClient({ fetch })
    .config.retrieve()
    .catch(() => undefined);
  return calls.length;
}

/** The default page size of a list. */
async function limitOf(use: (payments: PaymentsClient) => Promise<unknown>): Promise<string | null> {
  const { fetch, calls } = fakeFetch(() => json({ data: [], hasMore: false }));
  await use(createClient({ fetch, validation: "off" }));
  return new URL(calls[0]?.url ?? "").searchParams.get("limit");
}

/** The tolerance for the time of a delivery, in minutes, found by trying. */
async function toleranceMinutes(): Promise<number> {
  const simulator = createSimulator();
  const sentMs = simulator.clock.now();
  const event = { id: "Webhook:1", type: "TEST", timestamp: simulator.clock.iso(), data: {} } as const;
  const { body, headers } = simulator.signEvent(event);
  const publicKeys = [simulator.webhookPublicKey];
  const accepted = (minutes: number, ms = 0) =>
    verifyWebhook(body, headers, { publicKeys, now: () => sentMs + minutes * 60_000 + ms }).then(
      () => true,
      () => false,
    );
  for (let minutes = 1; ; minutes += 1) {
    if (await accepted(minutes, 1)) continue;
    expect([await accepted(minutes), await accepted(-minutes), await accepted(-minutes, -1)]).toEqual([
      true,
      true,
      false,
    ]);
    return minutes;
  }
}

/** The longest time for a decision on an incoming payment that the router accepts, in seconds. */
function longestApprovalSeconds(): number {
  const publicKeys = [createSimulator().webhookPublicKey];
  const isAccepted = (approvalTimeout: number) => {
    try {
      const store = { once: async () => true };
      return Boolean(webhookRouter({}, { publicKeys, store, approvalTimeout }));
    } catch {
      return false;
    }
  };
  const longest = Array.from({ length: 60 }, (_, index) => index + 1).findLast((seconds) =>
    isAccepted(seconds * 1_000),
  );
  return longest ?? 0;
}

/** The lifetime of a session in the simulator, in minutes. */
async function sessionMinutes(): Promise<number> {
  const client = new PaymentsClient(createSimulator().clientOptions());
  const email = "ada@example.com";
  const customer = await client.customers.create({ customerType: "INDIVIDUAL", email, region: "US" });
  const accountId = (await client.internalAccounts.findWallet(customer.id))?.id ?? "";
  const wallet = new Wallet({ client, accountId, environment: "sandbox" });
  await wallet.credentials.register({ type: "EMAIL_OTP" });
  const { createdAt, expiresAt } = await wallet.signIn({ type: "EMAIL_OTP", otp: sandboxValues.otp });
  // The wallet knows the service's time to the second.
  return Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000);
}

/** The numbers of each guide, measured on the package. */
async function facts(): Promise<Record<string, string[]>> {
  const { timeout, totalTimeout, maxRetries } = resolveConfig({
    baseUrl: "https://payments.test",
    clientId: "id",
    clientSecret: "secret",
  });
  const tries = word(await attempts());
  const walk = await limitOf((payments) => payments.customers.list().toArray());
  expect(await limitOf(async (payments) => payments.customers.list())).toBeNull();
  const minutes = word(await toleranceMinutes());
  const session = await sessionMinutes();
  return {
    "money-safety": [
      "A key has 1 to 255 visible ASCII characters.",
      `tries a call up to ${tries} times (\`maxRetries: ${maxRetries}\`).`,
      "at first at most half a second. The limit doubles with each retry, up to eight seconds.",
      "A `Retry-After` above 60 seconds ends the retries.",
      "at most 100 retries while no call succeeds",
      `\`timeout\`** limits one attempt to ${timeout / 1000} seconds.`,
      `\`totalTimeout\`** limits the whole call to ${totalTimeout / 1000} seconds.`,
    ],
    pagination: [
      `has at most ${walk} under way`,
      "the client fetches the next one, and no more. A slow consumer holds two pages at most",
    ],
    webhooks: [
      `at most ${minutes} minutes from now, before or after`,
      "Remember ids for eight days: the service repeats an event for up to seven",
      `If the clock of your server is more than ${minutes} minutes off`,
      `The service waits ${word(longestApprovalSeconds())} seconds.`,
    ],
    "embedded-wallets": [
      `It lives ${session} minutes unless`,
      "must be younger than 60 seconds",
      `\`${sandboxValues.otp}\` (\`sandboxValues.otp\`)`,
      `to sign in \`${sandboxValues.oidcToken}\``,
      `\`${sandboxValues.walletSignature}\`, from \`sandboxSigner()\``,
    ],
    "going-to-production": [
      `This package speaks version \`${API_VERSION}\` (\`API_VERSION\`).`,
      `those of \`${API_VERSION}\``,
    ],
    "moving-over": [
      `${timeout / 1000} seconds for the whole response`,
      `sees up to ${tries}.`,
      `Iterating asks for ${walk} rows a page, where the service gives 20.`,
    ],
  };
}

describe("the numbers of the guides", () => {
  it("match the package", async () => {
    for (const [name, phrases] of Object.entries(await facts())) {
      for (const phrase of phrases) expect(proseOf(name), name).toContain(phrase);
    }
  });

  it("are all checked here, if they have a unit", async () => {
    const held = await facts();
    // About the service, other programs or examples, or checked in `guide-tables.test.ts` or `next-step.test.ts`.
    const free =
      /at most 30 minutes apart, for up to 7 days|waits 5 seconds|more than 300000 ms away|60 seconds until the headers arrive|after 6 minutes|for 30 seconds|30 seconds later|ends after 30 seconds|result for 10 seconds|within one second|begins with 2 seconds|up to 10 minutes/g;
    const unit = "ms|milliseconds?|seconds?|minutes?|hours?|days?|times|rows|characters|operations|bytes";
    const number = `\\d[\\d.,]*|half a|${WORDS.slice(1).join("|")}`;
    for (const name of GUIDES) {
      let prose = proseOf(name).replaceAll(free, "");
      for (const phrase of held[name] ?? []) prose = prose.replaceAll(phrase, "");
      expect(
        [...prose.matchAll(new RegExp(`\\b(?:${number}) (?:${unit})\\b`, "g"))].map(([text]) => text),
      ).toEqual([]);
    }
  });

  it("match the client's waits", async () => {
    for (const [retry, most] of [1, 2, 3, 4, 5, 6, 20].map(
      (retry) => [retry, Math.min(500 * 2 ** (retry - 1), 8_000)] as const,
    )) {
      const waits = Array.from({ length: 200 }, () => defaultRetryDelay(retry));
      expect(Math.max(...waits)).toBeLessThanOrEqual(most);
      expect(Math.max(...waits)).toBeGreaterThan(most * 0.9);
    }
    const waited = async (retryAfter: string) => {
      const reason = new Error("the wait is known");
      const stop = new AbortController();
      const onRetry = vi.fn<(event: RetryEvent) => void>(() => stop.abort(reason));
      const { fetch } = fakeFetch(() => refusal(429, "RATE_LIMITED", { "retry-after": retryAfter }));
      const call = createClient({ fetch, hooks: { onRetry } }).config.retrieve({ signal: stop.signal });
      await expect(call).rejects.toThrow();
      return onRetry.mock.calls.map(([{ delayMs }]) => delayMs);
    };
    // After `Retry-After`, the usual delay applies: here a millisecond.
    expect(await waited("60")).toEqual([60_001]);
    expect(await waited("61")).toEqual([]);
  });

  it("match the bounds of a key", async () => {
    const params = {
      source: { accountId: "InternalAccount:1" },
      destination: { accountId: "ExternalAccount:1" },
      amount: 1,
    };
    const sent = async (length: number) => {
      const { fetch, calls } = fakeFetch(() => refusal(400));
      const options = { idempotencyKey: "k".repeat(length) };
      await createClient({ fetch })
        .transfers.out(params, options)
        .catch(() => undefined);
      return calls.length;
    };
    expect(await Promise.all([0, 1, 255, 256].map(sent))).toEqual([0, 1, 1, 0]);
  });

  it("match the pages that an iteration holds", async () => {
    const fetched = async (prefetch: 0 | 1) => {
      let count = 0;
      const { fetch } = fakeFetch(() => {
        count += 1;
        return json({ data: [], hasMore: true, nextCursor: `page ${count}` });
      });
      const seen: number[] = [];
      const list = createClient({ fetch, validation: "off" }).customers.list({}, { prefetch });
      for await (const page of list.pages()) {
        // The consumer is slow, so the iteration has fetched all that it may fetch ahead.
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
        seen.push(count);
        if (page.nextCursor === "page 3") break;
      }
      return seen;
    };
    expect(await fetched(1)).toEqual([2, 3, 4]);
    expect(await fetched(0)).toEqual([1, 2, 3]);
  });

  it("match the first page of the service", async () => {
    const payments = new PaymentsClient(createSimulator().clientOptions());
    for (let index = 0; index < 21; index += 1) {
      await payments.customers.create({ customerType: "INDIVIDUAL", region: "US" });
    }
    expect((await payments.customers.list()).data).toHaveLength(20);
  });
});

describe("the log lines that the guides show", () => {
  it("match lines of the log", async () => {
    const lines: string[] = [];
    const keep = (line: string) => void lines.push(line);
    const logger = { debug: keep, info: keep, warn: keep, error: keep };
    const ids = ["", "Transaction:1", "Customer:1"];
    const headers = { deprecation: "@1767225600", sunset: "Sat, 31 Oct 2026 23:59:59 GMT" };
    const broken = () => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) });
    };
    const { fetch } = fakeFetch((_call, index) =>
      index === 0 ? broken() : json({ id: ids[index], type: "OUTGOING" }, 201, index === 2 ? headers : {}),
    );
    const payments = createClient({ fetch, logger, logLevel: "debug", validation: "off" });
    await payments.transfers.out({
      source: { accountId: "InternalAccount:1" },
      destination: { accountId: "ExternalAccount:1" },
      amount: 1,
    });
    await payments.customers.retrieve("Customer:1");
    const plain = (text: string) =>
      text
        .replaceAll(/\d+ ms/g, "… ms")
        .replace(/\[call [\w-]+\]/, "[call …]")
        .replace("quotes.create", "transfers.out");
    const shown = ["observability", "going-to-production"].flatMap((name) =>
      blocksOf(name, guide(name))
        .filter(({ language, code }) => language === "text" && code.startsWith("payments-sdk: "))
        .flatMap(({ code }) => code.trim().split("\n")),
    );
    expect(shown).toHaveLength(3);
    for (const line of shown) expect(lines.map(plain)).toContain(plain(line));
  });

  it("have no level above `warn`", () => {
    const others = filesIn(["src"]).filter(
      ({ path, text }) => !path.startsWith("src/simulator/") && /[lL]og\(\s*"error"/.test(text),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });
});

describe("docs/guides/README.md", () => {
  it("has every guide once", () => {
    const links = [...guide("README").matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, target = ""]) => target);
    const others = filesIn(["docs/guides"], [".md"])
      .map(({ path }) => path.replace("docs/guides/", ""))
      .filter((name) => name !== "README.md");
    // The guide to traces and metrics has its own tests.
    expect(links.filter((name) => name !== "observability.md").sort()).toEqual(
      others.filter((name) => name !== "observability.md").sort(),
    );
    expect(links).toContain("observability.md");
  });
});
