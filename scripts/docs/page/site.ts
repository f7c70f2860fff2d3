/** The script of every page. */
import { addCopyButton } from "./copy-page";
import { addHomeDemo } from "./home";
import { addRunButtons } from "./run-buttons";
import { addSearch } from "./search";

addSearch();
addCopyButton();
addRunButtons();
addHomeDemo();
