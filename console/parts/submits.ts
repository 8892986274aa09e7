export function submits(run: () => void): (event: { preventDefault: () => void }) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}
