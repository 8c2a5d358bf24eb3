// Whether a mouse or a finger is at work now. A focus that comes meanwhile was not moved by keyboard.
export const pointer = { isActing: false };

const begin = () => (pointer.isActing = true);
const end = () => setTimeout(() => (pointer.isActing = false));

// Before any other listener, and also for the mouse events that follow a touch.
for (const name of ['pointerdown', 'mousedown']) addEventListener(name, begin, true);
for (const name of ['pointerup', 'pointercancel', 'click']) addEventListener(name, end);
