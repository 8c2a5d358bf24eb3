// A component that is fetched when it is first shown.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { showError } from '../shell/notices';

export function lazily(fetch: () => Promise<ComponentType>): ComponentType {
  const fetched = signal<ComponentType | null>(null);
  return () => {
    useEffect(() => {
      if (!fetched.value) fetch().then((component) => (fetched.value = component), showError);
    }, []);
    const Fetched = fetched.value;
    return Fetched && <Fetched />;
  };
}
