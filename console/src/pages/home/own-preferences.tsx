import { usePreferences, useSetPreferences } from '../../app/preferences';
import { Card } from '../../ui/card';
import { SelectField } from '../../ui/select-field';

const PAGE_SIZES = ['10', '20', '50', '100', '200'];

/** How the console looks and which keys act; kept on the server, so it is the same on every computer. */
export function OwnPreferences() {
  const preferences = usePreferences();
  const set = useSetPreferences();
  if (!preferences) return null;
  return (
    <Card title="Preferences">
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label="Colours"
          value={preferences.theme}
          options={[
            ['system', 'As the computer'],
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
          onChange={(theme) => void set({ theme: theme as typeof preferences.theme })}
        />
        <SelectField
          label="Rows of lists"
          value={preferences.density}
          options={[
            ['comfortable', 'With space'],
            ['compact', 'Close together'],
          ]}
          onChange={(density) => void set({ density: density as typeof preferences.density })}
        />
        <SelectField
          label="Rows on a page"
          value={String(preferences.pageSize)}
          options={PAGE_SIZES.map((size) => [size, size] as const)}
          onChange={(size) => void set({ pageSize: Number(size) })}
        />
      </div>
      <label className="mt-4 flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={preferences.singleKeys}
          onChange={(event) => void set({ singleKeys: event.target.checked })}
        />
        Single letters are keys, such as J for the next case
      </label>
    </Card>
  );
}
