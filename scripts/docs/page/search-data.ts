/** The search with its index. The page loads it when somebody opens the search. */
import { searcherOf } from "../search-index.mjs";

/** The build replaces this name. */
declare const SEARCH_INDEX: string;

globalThis.siteSearch = searcherOf(SEARCH_INDEX);
