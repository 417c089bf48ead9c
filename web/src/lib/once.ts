/* A form is sent once: whoever presses twice while the answer is on its way has meant one thing.
 *
 *     <form onsubmit={once(async () => { await room.act('sit', { name }); })}>
 */
export function once(work: () => Promise<unknown>): (event: SubmitEvent) => Promise<void> {
  let busy = false;
  return async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    try {
      await work();
    } finally {
      busy = false;
    }
  };
}
