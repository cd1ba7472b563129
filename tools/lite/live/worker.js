/* Python for one page: Pyodide from this site, what a cell imports, and runner.py, which runs it. */
const folder = new URL("../static/pyodide/", import.meta.url).href;

async function load() {
  const driver = fetch(new URL("runner.py", import.meta.url)).then((file) => file.text());
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const options = { packages: ["perceptrons-book"], env: { MPLBACKEND: "agg" } };
  const python = await loadPyodide({ indexURL: folder, ...options });
  python.FS.writeFile("runner.py", await driver);
  return [python, python.pyimport("runner")];
}

const loaded = load();

onmessage = async ({ data: { number, code } }) => {
  try {
    const [python, runner] = await loaded;
    if (number === undefined) return postMessage({});
    await python.loadPackagesFromImports(code, { messageCallback() {} });
    postMessage({ result: runner.run(number, code, python.globals) });
  } catch (fault) {
    postMessage({ fault: String(fault) });
  }
};
