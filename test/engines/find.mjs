/** Looks for installed browsers. */
import { accessSync, constants, readdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** The first program that can run, on the path or in the other folders. */
function find(names, folders = []) {
  const places = [...(process.env.PATH ?? "").split(path.delimiter), ...folders];
  const files = names.flatMap((name) => places.map((folder) => path.join(folder, name)));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** `/usr/lib` and the folders one level below, where distributions put the programs of a library. */
function libraryFolders(name) {
  const folders = ["/usr/lib", "/usr/lib64", "/usr/libexec"];
  try {
    folders.push(...readdirSync("/usr/lib").map((folder) => path.join("/usr/lib", folder)));
  } catch {
    // Not a usual Linux.
  }
  return folders.map((folder) => path.join(folder, name));
}

/** The engines and their programs. A missing one is `undefined`. */
export function findEngines() {
  return {
    // The Chromium from npm is a part of one, and keeps no page for the way back.
    chromium: {
      programs: { command: find(["chromium", "google-chrome"]) },
      install: "apt-get install --no-install-recommends chromium",
    },
    firefox: {
      programs: { command: find(["firefox-esr", "firefox"]) },
      install: "apt-get install --no-install-recommends firefox-esr",
    },
    webkit: {
      programs: {
        driver: find(["WebKitWebDriver"]),
        browser: find(["MiniBrowser"], ["webkit2gtk-4.1", "webkit2gtk-4.0"].flatMap(libraryFolders)),
        display: find(["Xvfb"]),
      },
      install: "apt-get install --no-install-recommends webkit2gtk-driver xvfb",
    },
  };
}
