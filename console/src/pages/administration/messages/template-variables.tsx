import { label } from '../../../rules/words';
import { Button } from '../../../ui/button';

/** The values that a wording may name; a click puts one where the cursor is. */
export function Variables({ names, onChoose }: { names: readonly string[]; onChoose: (name: string) => void }) {
  return (
    <details>
      <summary className="cursor-pointer text-muted">Values that the text may name</summary>
      <p className="mt-1 mb-2 text-sm text-muted">
        A value stands as {'{{name}}'}. What stands between {'{{#name}}'} and {'{{/name}}'} is left out when there is no
        such value.
      </p>
      <div className="flex flex-wrap gap-1">
        {names.map((name) => (
          <Button key={name} isSmall title={`{{${name}}}`} onClick={() => onChoose(name)}>
            {label(name)}
          </Button>
        ))}
      </div>
    </details>
  );
}
