/** What the compiler cannot look into: the plugins of Vite do. Svelte brings its own. */
declare module "*.vue" {
  import type { Component } from "vue";

  const component: Component;
  export default component;
}
