/** Every route of the simulator. */
export { routes } from "../../src/simulator/api/routes/index";
