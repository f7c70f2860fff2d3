/** The script of every page. */
import { addRunButtons } from "./run-buttons";
import { addSearch } from "./search";

addSearch();
addRunButtons();
