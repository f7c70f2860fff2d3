import fc from "fast-check";

// A property test gets little time for each mutant, and does not shrink a failure. Its examples always run.
fc.configureGlobal({ interruptAfterTimeLimit: 250, endOnFailure: true });
