// Ends an import before any of its modules runs.
throw Object.assign(new Error("Everything is compiled, and nothing runs."), { name: "Compiled" });
