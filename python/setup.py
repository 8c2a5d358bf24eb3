"""Builds the C++ part with CMake, from the checkout that this folder lies in."""

import os
import pathlib
import re
import shutil
import subprocess

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

here = pathlib.Path(__file__).resolve().parent
root = here.parent
MODULES = "text;chess;engine;explain;classic;collection;platform;database;players;uci_front;uci"
# What the module loads and few systems have. With KIBITZ_PYTHON_BUNDLE=1, which packaging/release sets, these
# libraries come with it, and it looks for them in its own folder.
BUNDLED = {"libfathom"}


# For systems that are not Debian, where packaging/wheels builds: further arguments for CMake.
FURTHER_ARGUMENTS = os.environ.get("KIBITZ_PYTHON_CMAKE", "").split()


def pip_pybind11():
    """Where pip has put pybind11, if it has: CMake looks for Debian's."""
    try:
        import pybind11
    except ImportError:
        return []
    return [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]


def version():
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(kibitz VERSION ([0-9.]+)", text).group(1)


def bundle_libraries(module, folder):
    """Copies these libraries and the words of their licences, which Debian keeps by package."""
    loaded = subprocess.run(["ldd", module], check=True, capture_output=True, text=True).stdout
    for name, path in re.findall(r"^\s*(\S+) => (\S+) ", loaded, re.M):
        if name.partition(".")[0] not in BUNDLED:
            continue
        library = pathlib.Path(path).resolve()
        owner = subprocess.run(["dpkg-query", "--search", library], check=True, capture_output=True,
                               text=True).stdout
        package = owner.partition(":")[0]
        shutil.copy(library, folder / name)
        shutil.copy(f"/usr/share/doc/{package}/copyright", folder / f"{name}.copyright")


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        folder = pathlib.Path(os.environ.get("KIBITZ_PYTHON_BUILD", root / "build" / "python"))
        bundles = os.environ.get("KIBITZ_PYTHON_BUNDLE") == "1"
        configure = ["cmake", "-S", root, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                     "-DKIBITZ_PYTHON_MODULE=ON", "-DKIBITZ_CPU_PATHS=ON", "-DKIBITZ_TESTS=OFF",
                     "-DKIBITZ_INSTALL=OFF", f"-DKIBITZ_ONLY_MODULES={MODULES}",
                     f"-DPython_EXECUTABLE={os.sys.executable}",
                     "-DCMAKE_BUILD_RPATH=" + ("$ORIGIN" if bundles else "")]
        configure += [*pip_pybind11(), *FURTHER_ARGUMENTS]
        if "CXX" not in os.environ and shutil.which("clang++-19"):
            configure.append("-DCMAKE_CXX_COMPILER=clang++-19")
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "kibitz_python"], check=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        module = next(folder.glob("_core*.so"))
        shutil.copy(module, target)
        if bundles:
            bundle_libraries(module, target.parent)


setup(
    version=version(),
    packages=["kibitz", "kibitz.chess", "kibitz.chess.engine", "kibitz.chess.pgn", "kibitz.chess.syzygy"],
    package_data={"kibitz": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("kibitz._core", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
