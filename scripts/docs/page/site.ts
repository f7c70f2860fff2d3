/** The script of every page. */
import { addCodeButtons } from "./code-buttons";
import { addCopyButton } from "./copy-page";
import { addHomeDemo } from "./home";
import { addRunButtons } from "./run-buttons";
import { addSchemeButton } from "./scheme";
import { addSearch } from "./search";

addSearch();
addSchemeButton();
addCopyButton();
addRunButtons();
addCodeButtons();
addHomeDemo();
