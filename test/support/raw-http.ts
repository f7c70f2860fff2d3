import { connect } from "node:net";

/** Sends bytes unchanged, and returns the response when the server closes the connection. */
export function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let received = "";
    socket.on("data", (chunk) => (received += chunk.toString()));
    socket.on("close", () => {
      resolve(received);
    });
    socket.on("error", reject);
  });
}
