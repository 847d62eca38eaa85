// Runs in every page before its own scripts: gathers what the browser measures of the load and of interactions, as the
// Web Vitals define it. The bench reads `globalThis.vitals`.
'use strict';

const vitals = { lcpMs: 0, lcpElement: '', cls: 0, inpMs: 0, slowest: '', longestTaskMs: 0 };
globalThis.vitals = vitals;

/** Layout shifts count together while they are less than a second apart, for five seconds at most. */
const shifts = { value: 0, firstAt: 0, lastAt: 0 };

const gathers = {
  'largest-contentful-paint': ({ startTime, element }) => {
    vitals.lcpMs = startTime;
    vitals.lcpElement = element ? `${element.tagName} ${element.textContent.slice(0, 40)}` : '';
  },
  'layout-shift': ({ value, startTime, hadRecentInput }) => {
    if (hadRecentInput) return;
    const isNew = startTime - shifts.lastAt > 1_000 || startTime - shifts.firstAt > 5_000;
    if (isNew) Object.assign(shifts, { value: 0, firstAt: startTime });
    shifts.value += value;
    shifts.lastAt = startTime;
    vitals.cls = Math.max(vitals.cls, shifts.value);
  },
  event: (entry) => interaction(entry),
  'first-input': (entry) => interaction(entry),
  longtask: ({ duration }) => {
    vitals.longestTaskMs = Math.max(vitals.longestTaskMs, duration);
  },
};

/** With fewer than fifty interactions on a page, the slowest is its INP. */
function interaction({ interactionId, duration, name, startTime, processingStart, processingEnd }) {
  if (!interactionId || duration <= vitals.inpMs) return;
  vitals.inpMs = duration;
  const [waited, worked] = [processingStart - startTime, processingEnd - processingStart].map(Math.round);
  vitals.slowest = `${name}: waited ${waited}, worked ${worked} ms`;
}

const observers = Object.entries(gathers).map(([type, gather]) => {
  const observer = new globalThis.PerformanceObserver((list) => list.getEntries().forEach(gather));
  observer.observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 16 }) });
  return () => observer.takeRecords().forEach(gather);
});

/** The figures so far, with what the browser has not handed over yet. */
globalThis.takeVitals = () => {
  for (const take of observers) take();
  return { ...vitals };
};
/** Forgets interactions and tasks so far: what follows is another measurement. */
globalThis.forgetVitals = () => {
  globalThis.takeVitals();
  Object.assign(vitals, { inpMs: 0, slowest: '', longestTaskMs: 0 });
};
