import { createSSRApp } from "vue";
import { renderToString } from "vue/server-renderer";
import Page from "./Page.vue";

export const render = () => renderToString(createSSRApp(Page));
