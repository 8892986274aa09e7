/** A form's `onSubmit` that runs a function instead of the browser's own request. */
export function submits(run: () => void): (event: { preventDefault: () => void }) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}
