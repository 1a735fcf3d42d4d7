// Which property names the build may shorten. They are names that the widget's own interfaces declare, and that have no
// other meaning anywhere in it. They are found by their types, so that no name of a payload, an event, the browser or a
// library is among them.
import { join } from "node:path";
import ts from "typescript";

/**
 * Files whose names are also read or written by others: the service, the page, the browser's storage, other releases.
 */
const SHARED = ["init_options.ts", "first/memory.ts", "first/payload.ts", "first/reporting/events.ts"];
/** Files that other files load at run time and whose exports they know by name. */
const LOADED = ["extras.ts", "menu.ts", "page_copy.ts", "place.ts", "rest.ts", "touch.ts"];
/** The file whose object declares its properties itself, without an interface. */
const SHARED_FUNCTIONS = "first/shared_functions.ts";

/** Returns the names, sorted. `folder` contains the sources, `entries` are the files that are built from them. */
export function mangledNames(/** @type {string} */ folder, /** @type {readonly string[]} */ entries) {
  const paths = [...entries, ...LOADED].map((name) => join(folder, name));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(folder, "../tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    join(folder, ".."),
  );
  const program = ts.createProgram(paths, options);
  const checker = program.getTypeChecker();
  const place = (/** @type {ts.Node} */ node) =>
    node
      .getSourceFile()
      .fileName.replaceAll("\\", "/")
      .split(`${folder.replaceAll("\\", "/").replace(/\/$/, "")}/`)[1];
  const own = new Set();
  const kept = new Set();

  const isOwn = (/** @type {ts.Declaration} */ declaration) => {
    const file = place(declaration);
    // Interfaces that are not exported describe an object of the browser or a response.
    const isDeclared =
      (ts.isPropertySignature(declaration) || ts.isMethodSignature(declaration)) &&
      ts.isInterfaceDeclaration(declaration.parent) &&
      !!declaration.parent.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return !!file && !SHARED.includes(file) && (isDeclared || file === SHARED_FUNCTIONS);
  };
  const use = (/** @type {string} */ name, /** @type {ts.Symbol | undefined} */ symbol) => {
    const declarations = symbol?.declarations ?? [];
    (declarations.length > 0 && declarations.every(isOwn) ? own : kept).add(name);
  };
  const propertyOf = (/** @type {ts.Type | undefined} */ type, /** @type {string} */ name) => {
    const types = type?.isUnion() ? type.types : type ? [type] : [];
    return types.map((one) => checker.getPropertyOfType(one, name)).find(Boolean);
  };

  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isPropertyAccessExpression(node)) use(node.name.text, checker.getSymbolAtLocation(node.name));
    else if (ts.isElementAccessExpression(node)) {
      // The property is known only at run time, unless it is an index of a list.
      const isPlace = checker.getTypeAtLocation(node.argumentExpression).flags & ts.TypeFlags.NumberLike;
      if (!isPlace)
        for (const { name } of checker.getNonNullableType(checker.getTypeAtLocation(node.expression)).getProperties())
          kept.add(name);
    } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name) && !node.dotDotDotToken)
        use(name.text, propertyOf(checker.getTypeAtLocation(node.parent), name.text));
    } else if (
      ts.isObjectLiteralElementLike(node) &&
      node.name &&
      (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))
    ) {
      const literal = /** @type {ts.ObjectLiteralExpression} */ (node.parent);
      const name = node.name.text;
      const target =
        ts.isBinaryExpression(literal.parent) && literal.parent.left === literal
          ? checker.getTypeAtLocation(literal.parent.right)
          : checker.getContextualType(literal);
      if (place(literal) !== SHARED_FUNCTIONS) use(name, propertyOf(target, name));
    } else if ((ts.isPropertySignature(node) || ts.isMethodSignature(node)) && !isOwn(node))
      kept.add(node.name.getText());
    else if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.InKeyword &&
      ts.isStringLiteral(node.left)
    )
      kept.add(node.left.text);
    ts.forEachChild(node, visit);
  };

  for (const file of program.getSourceFiles()) {
    if (!place(file)) continue;
    if (!place(file)?.startsWith("page_copy")) visit(file);
    const symbol = LOADED.includes(place(file) ?? "") ? checker.getSymbolAtLocation(file) : undefined;
    for (const { name } of symbol ? checker.getExportsOfModule(symbol) : []) kept.add(name);
  }
  return [...own].filter((name) => !kept.has(name)).sort();
}
