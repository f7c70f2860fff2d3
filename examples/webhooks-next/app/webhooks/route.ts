import process from "node:process";
import { receive } from "../../webhooks";

// A route handler of the App Router gets the body unread. In the Pages Router export `config = { api: { bodyParser: false } }`.
export async function POST(request: Request): Promise<Response> {
  return new Response(null, { status: await receive(await request.text(), request.headers, process.env) });
}
