import { createSSRApp } from "vue";
import { readTemplate } from "../template.js";
import App from "./App.vue";

const { element, user } = readTemplate();
createSSRApp(App, { initialUser: user }).mount(element);
