import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component in a file of its own, which is loaded when it is first shown. It is drawn as soon as it is there: React
 * holds back for 300 ms what its own `lazy` has loaded. Nothing is shown meanwhile, or `meanwhile`.
 * @throws when it is drawn, the error of a file that could not be loaded.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile: ComponentType<Props> = () => null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props) {
    const [part, setPart] = useState<{ Part?: ComponentType<Props>; fault?: Error }>({ Part: loaded });
    useEffect(() => {
      if (part.Part) return;
      load().then(
        (module) => {
          loaded = module.default;
          setPart({ Part: loaded });
        },
        (fault: unknown) => setPart({ fault: fault instanceof Error ? fault : new Error(String(fault)) }),
      );
    }, [part.Part]);
    if (part.fault) throw part.fault;
    const Shown = part.Part ?? meanwhile;
    return <Shown {...props} />;
  };
}
