/** Modules that only Vite's plugins can read. Svelte brings its own declarations. */
declare module "*.vue" {
  import type { Component } from "vue";

  const component: Component;
  export default component;
}
