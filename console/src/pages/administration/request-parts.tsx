/** Parts of a record as they were sent, folded until somebody wants to see them. */
export function RequestParts({ of }: { of: readonly (readonly [string, unknown])[] }) {
  const present = of.filter(([, value]) => value !== null && value !== undefined);
  if (present.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-sm text-muted">{present.map(([title]) => title).join(' and ')}</summary>
      {present.map(([title, value]) => (
        <figure key={title} className="m-0 mt-2">
          <figcaption className="text-sm text-muted">{title}</figcaption>
          <pre
            className="m-0 max-h-80 max-w-2xl overflow-auto rounded-md bg-sunken p-2 text-sm whitespace-pre-wrap break-words"
            tabIndex={0}
          >
            {JSON.stringify(value, null, 2)}
          </pre>
        </figure>
      ))}
    </details>
  );
}
