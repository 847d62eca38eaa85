// Preloaded into the API: its wall clock is off by what a file says, in milliseconds, as after a bad time server.
const fs = require('node:fs');

const file = process.env.TORTURE_CLOCK_FILE;
const RealDate = Date;
let offsetMs = 0;

function read() {
  try {
    offsetMs = Number(fs.readFileSync(file, 'utf8')) || 0;
  } catch {
    offsetMs = 0;
  }
}

class SkewedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offsetMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + offsetMs;
  }
}

if (file) {
  read();
  setInterval(read, 200).unref();
  globalThis.Date = SkewedDate;
}
