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
MODULES = "text;chess;engine;explain;classic;platform;players"


def version():
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(kibitz VERSION ([0-9.]+)", text).group(1)


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        folder = pathlib.Path(os.environ.get("KIBITZ_PYTHON_BUILD", root / "build" / "python"))
        configure = ["cmake", "-S", root, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                     "-DKIBITZ_PYTHON_MODULE=ON", "-DKIBITZ_CPU_PATHS=ON", "-DKIBITZ_TESTS=OFF",
                     "-DKIBITZ_INSTALL=OFF", f"-DKIBITZ_ONLY_MODULES={MODULES}",
                     f"-DPython_EXECUTABLE={os.sys.executable}"]
        if "CXX" not in os.environ and shutil.which("clang++-19"):
            configure.append("-DCMAKE_CXX_COMPILER=clang++-19")
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "kibitz_python"], check=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(next(folder.glob("_core*.so")), target)


setup(
    version=version(),
    packages=["kibitz"],
    package_data={"kibitz": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("kibitz._core", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
