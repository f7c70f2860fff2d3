import fc from "fast-check";

// A property gets little time for each mutant, and a failure need not be made small. Its examples always run.
fc.configureGlobal({ interruptAfterTimeLimit: 250, endOnFailure: true });
