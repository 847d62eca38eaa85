/** One bar: its name, its size, and the figure that is written beside it. */
export interface Bar {
  name: string;
  size: number;
  figure: string;
  tone?: 'accent' | 'good' | 'warn' | 'danger';
}

const FILLS = { accent: 'fill-accent', good: 'fill-good', warn: 'fill-warn', danger: 'fill-danger' };

/** Bars under each other; every figure stands beside its bar, so that the picture only repeats it. */
export function Bars({ bars, title }: { bars: readonly Bar[]; title: string }) {
  const largest = Math.max(...bars.map(({ size }) => size), 0);
  return (
    <figure className="m-0">
      <figcaption className="mb-2 text-sm text-muted">{title}</figcaption>
      <ul className="m-0 grid list-none grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 p-0 sm:grid-cols-[minmax(5rem,auto)_minmax(0,1fr)_auto]">
        {bars.map(({ name, size, figure, tone = 'accent' }) => (
          <li key={name} className="col-span-2 grid grid-cols-subgrid items-center sm:col-span-3">
            <span className="truncate text-sm text-muted" title={name}>
              {name}
            </span>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              className="h-4 w-full max-sm:order-last max-sm:col-span-2 max-sm:h-2"
            >
              <rect x="0" y="0" width="100" height="8" className="fill-sunken" />
              <rect x="0" y="0" width={largest > 0 ? (100 * size) / largest : 0} height="8" className={FILLS[tone]} />
            </svg>
            <span className="text-right whitespace-nowrap">{figure}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
