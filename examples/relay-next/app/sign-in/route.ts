import process from "node:process";
import { platformOf } from "../../platform";

export const POST = (request: Request) => platformOf(process.env).signIn(request);
