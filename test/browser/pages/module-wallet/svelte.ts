import { render as renderToString } from "svelte/server";
import Page from "./Page.svelte";

export const render = async () => renderToString(Page).body;
