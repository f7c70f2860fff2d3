import { ONE_PROCESS, useBrowser } from "../support/browser";
import { hookTests } from "./react-hooks";

hookTests(useBrowser(ONE_PROCESS), 18, "mounting", "changes");
