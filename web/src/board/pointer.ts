// Whether a pointer gesture is in progress. A focus that moves meanwhile was not moved by keyboard.
export const pointer = { isActing: false };

const begin = () => (pointer.isActing = true);
const end = () => setTimeout(() => (pointer.isActing = false));

// In the capture phase, to run before other listeners; touches are followed by mouse events.
for (const name of ['pointerdown', 'mousedown']) addEventListener(name, begin, true);
for (const name of ['pointerup', 'pointercancel', 'click']) addEventListener(name, end);
