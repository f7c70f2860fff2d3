/** What the test of the harness does in a page. */
export const program = {
  isSecure: () => isSecureContext,

  evaluate: () => {
    try {
      return String(new Function("return 1")());
    } catch (error) {
      return error instanceof Error ? error.name : "not an error";
    }
  },

  fetchElsewhere: () =>
    fetch("http://example.com/").then(
      () => "answered",
      (error: unknown) => (error instanceof Error ? error.name : "not an error"),
    ),

  post: async (path: string, body: string) => {
    const response = await fetch(path, { method: "POST", body });
    return { status: response.status, body: await response.text() };
  },

  createPasskey: async () => {
    const credential = await navigator.credentials.create({
      publicKey: {
        challenge: new Uint8Array(32),
        rp: { name: "Test" },
        user: { id: new Uint8Array(8), name: "ada", displayName: "Ada" },
        pubKeyCredParams: [{ type: "public-key", alg: -7 }],
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      },
    });
    return credential?.id;
  },

  remember: (value: string) => localStorage.setItem("value", value),
  recall: () => localStorage.getItem("value"),
};

export type HarnessProgram = typeof program;
Object.assign(globalThis, { program });
