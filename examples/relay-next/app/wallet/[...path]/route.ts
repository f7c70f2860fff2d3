import process from "node:process";
import { platformOf } from "../../../platform";

const relay = (request: Request) => platformOf(process.env).relay(request);

export { relay as GET, relay as POST, relay as DELETE, relay as OPTIONS };
