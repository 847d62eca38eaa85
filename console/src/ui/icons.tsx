/** Drawn on a grid of 16; a path a name. */
const PATHS = {
  home: 'M2.5 7.5 8 3l5.5 4.5V13a.5.5 0 0 1-.5.5H9.5V10h-3v3.5H3a.5.5 0 0 1-.5-.5z',
  shield: 'M8 1.8 13 3.6v4c0 3.2-2.1 5.4-5 6.6-2.9-1.2-5-3.4-5-6.6v-4z',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  people:
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6M2 13c0-2.2 1.8-3.6 4-3.6s4 1.4 4 3.6M10.8 3.2a2.2 2.2 0 0 1 0 4.2M11.6 9.6c1.5.4 2.6 1.6 2.6 3.4',
  money: 'M1.8 4h12.4v8H1.8zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M4 6v0M12 10v0',
  loan: 'M3.5 2h6.2L12.5 5v9h-9zM9.5 2v3.2h3M5.5 8h5M5.5 10.8h5',
  book: 'M3 2.5h8.5a1 1 0 0 1 1 1v10H4a1 1 0 0 1-1-1zM3 12a1 1 0 0 1 1-1h8.5M6 5.5h4',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 4.8V8l2.2 1.6',
  gear: 'M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4M8 1.8v1.8M8 12.4v1.8M1.8 8h1.8M12.4 8h1.8M3.6 3.6l1.3 1.3M11.1 11.1l1.3 1.3M12.4 3.6l-1.3 1.3M4.9 11.1l-1.3 1.3',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  search: 'M7 11.8a4.8 4.8 0 1 0 0-9.6 4.8 4.8 0 0 0 0 9.6M10.6 10.6 14 14',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'm3.5 3.5 9 9M12.5 3.5l-9 9',
  down: 'm3.5 6 4.5 4.5L12.5 6',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  right: 'm6 3.5 4.5 4.5L6 12.5',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1',
  warning: 'M8 2.2 14.4 13H1.6zM8 6.5v3M8 11.3v.2',
  plus: 'M8 3v10M3 8h10',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  download: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11',
  star: 'm8 2 1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5z',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside a text; it says nothing by itself. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg
      className={`shrink-0 ${className}`}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
