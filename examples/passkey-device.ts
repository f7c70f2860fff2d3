import type { Page } from "playwright-core"; // In a project with Playwright's runner: "@playwright/test"

/** Adds a device to a page of Chromium, over the Chrome DevTools Protocol. It creates and uses passkeys without a person. */
export async function addPasskeyDevice(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("WebAuthn.enable");
  const { authenticatorId } = await protocol.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { protocol, authenticatorId };
}

/** Registers a passkey and signs in with it, on the page of the guide to React. */
export async function signInWithNewPasskey(page: Page) {
  const registered = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().endsWith("/auth/credentials"),
  );
  await page.getByRole("button", { name: "Add a passkey" }).click();
  // The page refuses a sign-in while the registration runs.
  await (await registered).finished();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText(/^Signed in until /).waitFor();
}
