/** Drawing at most once a frame, however often it is asked for. */

/** @param {() => void} draw @returns {() => void} asks for it with the next frame */
export function oncePerFrame(draw) {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      draw();
    });
  };
}
