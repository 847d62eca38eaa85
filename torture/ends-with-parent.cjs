// Preloaded into every process of a run: one whose parent has died is of no use to anybody.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 1_000).unref();
