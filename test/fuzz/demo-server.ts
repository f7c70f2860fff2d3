/** The backend of the wallet page, without the page. */
import { tmpdir } from "node:os";
import { Simulator } from "payments-sdk/simulator";
import { startDemo } from "../../examples/wallet-web/server";

const { origin } = await startDemo({
  page: tmpdir(),
  simulator: new Simulator({ environment: "production" }),
});
console.log(origin);
